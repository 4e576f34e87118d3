import { useContext, useMemo } from 'react';
// Uses the router's context directly: its own hooks add a kilobyte for relative routes, which we do not have. The
// context is internal, so it depends on the pinned package version.
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';

type Options = { readonly replace?: boolean; readonly state?: unknown };

export type Navigate = {
  /** Navigates to a path of the site, or with `?…` to another view of the same page. */
  to(address: string, options?: Options): void;
  back(): void;
};

/** Client-side navigation. */
export function useNavigate(): Navigate {
  const { navigator } = useContext(NavigationContext);
  return useMemo(
    () => ({
      to: (address, { replace = false, state } = {}) =>
        replace ? navigator.replace(address, state) : navigator.push(address, state),
      back: () => navigator.go(-1),
    }),
    [navigator],
  );
}
