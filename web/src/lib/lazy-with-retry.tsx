import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

type RetryProps = { readonly isTrying: boolean; readonly onRetry: () => void };

type Fallbacks<Props> = {
  /** Hears that the code did not come this time. */
  onMissing?: (props: Props) => void;
  /** What stands there until the code comes. */
  waiting?: (props: Props) => ReactNode;
  /** What stands there once it did not come, and while it is tried again: which is the visitor's then. */
  missing?: (props: Props, again: RetryProps) => ReactNode;
};

/**
 * Part of a page whose code comes when it is first drawn. Where that does not come, the rest of the page stays as it is,
 * and drawing it anew tries again. React's own `lazy` would never try again, and would take along all that is around it.
 * @param load the module that has the part as its default
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
    // Only as long as it stands there: what is in its place by then is not to be closed.
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
