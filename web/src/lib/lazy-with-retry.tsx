import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

type RetryProps = { readonly isTrying: boolean; readonly onRetry: () => void };

type Fallbacks<Props> = {
  /** Called when loading fails. */
  onMissing?: (props: Props) => void;
  /** Rendered while loading. */
  waiting?: (props: Props) => ReactNode;
  /** Rendered after a failure, and during the retry that the user starts from it. */
  missing?: (props: Props, again: RetryProps) => ReactNode;
};

/**
 * A component whose code is loaded on first render. If that fails, the rest of the page is unaffected, and the next
 * render tries again. React's own `lazy` never retries, and throws to the nearest error boundary.
 * @param load imports the module with the component as its default export
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { onMissing, waiting, missing }: Fallbacks<Props> = {},
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function LazyWithRetry(props: Props) {
    const isAsked = useRef(false);
    const [answers, setAnswers] = useState(0);
    const [isTrying, setTrying] = useState(false);
    const ask = () => {
      isAsked.current = true;
      void load()
        .then(
          (module) => {
            Part = module.default;
          },
          () => {},
        )
        .then(() => {
          setAnswers((last) => last + 1);
          setTrying(false);
        });
    };
    useEffect(() => {
      if (!Part && !isAsked.current) ask();
    });
    // An effect, so that it only fires while mounted: it must not close what has replaced this by then.
    const tell = useEffectEvent(() => onMissing?.(props));
    useEffect(() => {
      if (Part || answers === 0) return;
      isAsked.current = missing !== undefined;
      tell();
    }, [answers]);
    if (Part) return <Part {...props} />;
    if (answers === 0 || !missing) return waiting?.(props);
    const onRetry = () => {
      setTrying(true);
      ask();
    };
    return missing(props, { isTrying, onRetry });
  };
}
