import { useContext, useMemo } from 'react';
// Pinned with the package's version. The router's own hooks resolve relative routes, which we have none of, and
// bring a kilobyte of that to every guest's phone.
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';

type Options = { readonly replace?: boolean; readonly state?: unknown };

export type Navigate = {
  /** Goes to an address of the site; one that begins with `?` is another view of the same page. */
  to(address: string, options?: Options): void;
  back(): void;
};

/** Ways to other pages of the site that keep the application standing. */
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
