import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Tells the path and query of the page that is shown, now and whenever they change. */
export function Address({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    onChange(pathname + search);
  }, [onChange, pathname, search]);
  return null;
}
