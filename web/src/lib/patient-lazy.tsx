import { type ComponentType, useEffect, useRef, useState } from 'react';

/**
 * Part of a page whose code comes when it is first drawn. Until then nothing stands there, and where the code does not
 * come, the rest of the page stays as it is: drawing it anew tries again. React's own `lazy` would never try again, and
 * would take along all that is around it.
 * @param load the module that has the part as its default
 * @param onMissing hears that the code did not come this time
 */
export function patientLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onMissing?: (props: Props) => void,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function PatientPart(props: Props) {
    const isAsked = useRef(false);
    const isHere = useRef(false);
    const [, setCome] = useState(false);
    useEffect(() => {
      isHere.current = true;
      return () => {
        isHere.current = false;
      };
    }, []);
    useEffect(() => {
      if (Part || isAsked.current) return;
      isAsked.current = true;
      load().then(
        (module) => {
          Part = module.default;
          setCome(true);
        },
        () => {
          isAsked.current = false;
          // Nobody waits for it any more: what is in its place is not to be closed.
          if (isHere.current) onMissing?.(props);
        },
      );
    });
    return Part && <Part {...props} />;
  };
}
