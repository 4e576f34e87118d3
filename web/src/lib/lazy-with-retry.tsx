import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

type RetryProps = { readonly isTrying: boolean; readonly onRetry: () => void };

type Fallbacks<Props> = {
  /** Called when loading fails. */
  onError?: (props: Props) => void;
  /** Rendered while loading. */
  loading?: (props: Props) => ReactNode;
  /** Rendered after a failure, and during the retry that the user starts from it. */
  failed?: (props: Props, retry: RetryProps) => ReactNode;
};

/**
 * A component whose code is loaded on first render. If that fails, the rest of the page is unaffected, and the next
 * render tries again. React's own `lazy` never retries, and throws to the nearest error boundary.
 * @param load imports the module with the component as its default export
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { onError, loading, failed }: Fallbacks<Props> = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyWithRetry(props: Props) {
    const isRequested = useRef(false);
    const [loadCount, setLoadCount] = useState(0);
    const [isTrying, setTrying] = useState(false);
    const request = () => {
      isRequested.current = true;
      void load()
        .then(
          (module) => {
            Loaded = module.default;
          },
          () => {},
        )
        .then(() => {
          setLoadCount((last) => last + 1);
          setTrying(false);
        });
    };
    useEffect(() => {
      if (!Loaded && !isRequested.current) request();
    });
    // An effect, so that it only fires while mounted: it must not close what has replaced this by then.
    const notifyError = useEffectEvent(() => onError?.(props));
    useEffect(() => {
      if (Loaded || loadCount === 0) return;
      isRequested.current = failed !== undefined;
      notifyError();
    }, [loadCount]);
    if (Loaded) return <Loaded {...props} />;
    if (loadCount === 0 || !failed) return loading?.(props);
    const onRetry = () => {
      setTrying(true);
      request();
    };
    return failed(props, { isTrying, onRetry });
  };
}
