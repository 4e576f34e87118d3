import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useNavigate } from '../../lib/use-navigate.ts';

/**
 * The item that is shown large. It stands in the address, so that a link leads to it and going back closes it.
 * @param parameter its name there
 */
export function useLightboxRoute({ items }: { readonly items: readonly MediaView[] }, parameter: string) {
  const { search, state } = useLocation() as { search: string; state: { fromGallery?: boolean } | null };
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get(parameter);
  const index = id === null ? -1 : items.findIndex((item) => item.id === id);

  // Keys that are held come faster than pages are rendered: each step begins where the last one led.
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (id === null) wanted.current = undefined;
  }, [id]);

  const show = (item: MediaView) => {
    wanted.current = item.id;
    // Going through the photos is one step of the history, however many are looked at.
    const isOpen = id !== null;
    const fromGallery = isOpen ? state?.fromGallery : true;
    navigate.to(`?${parameter}=${item.id}`, { replace: isOpen, state: { fromGallery } });
  };
  const step = (by: -1 | 1) => {
    const at = items.findIndex((item) => item.id === (wanted.current ?? id));
    const target = items[at + by];
    if (at >= 0 && target) show(target);
  };
  const close = () => {
    if (state?.fromGallery) navigate.back();
    else navigate.to('', { replace: true });
  };
  /** The item goes: its neighbour takes its place. */
  const showNeighbourOf = (item: MediaView) => {
    const at = items.findIndex(({ id }) => id === item.id);
    const neighbour = at < 0 ? undefined : (items[at + 1] ?? items[at - 1]);
    if (neighbour) show(neighbour);
    else close();
  };
  return { id, isOpen: id !== null, index, show, step, close, showNeighbourOf };
}
