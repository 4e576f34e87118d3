import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { withParameter } from '../../lib/with-parameter.ts';

/**
 * Keeps the lightbox's item in the URL, so that it can be linked to and Back closes it.
 * @param parameter name of the query parameter
 */
export function useLightboxRoute({ items }: { readonly items: readonly MediaView[] }, parameter: string) {
  const { search, state } = useLocation() as { search: string; state: { fromGallery?: boolean } | null };
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get(parameter);
  const index = id === null ? -1 : items.findIndex((item) => item.id === id);

  // A held arrow key repeats faster than React renders: each step starts from the last one's target.
  const latestId = useRef<string>(undefined);
  useEffect(() => {
    if (id === null) latestId.current = undefined;
  }, [id]);

  const show = (item: MediaView) => {
    // However many photos are viewed, the lightbox is a single history entry, which may not be rendered yet.
    const replace = id !== null || latestId.current !== undefined;
    latestId.current = item.id;
    const fromGallery = id === null ? true : state?.fromGallery;
    void navigate(`?${withParameter(search, parameter, item.id)}`, { replace, state: { fromGallery } });
  };
  const step = (by: -1 | 1) => {
    const current = items.findIndex((item) => item.id === (latestId.current ?? id));
    const target = items[current + by];
    if (current >= 0 && target) show(target);
  };
  /** Shows the gallery in place of the lightbox, in the same order. */
  const leave = useCallback(
    () => void navigate(`?${withParameter(search, parameter, null)}`, { replace: true }),
    [navigate, search, parameter],
  );
  const close = () => {
    if (state?.fromGallery) void navigate(-1);
    else leave();
  };
  /** Moves on from an item that is about to be removed. */
  const showNeighbourOf = (item: MediaView) => {
    const current = items.findIndex(({ id }) => id === item.id);
    const neighbour = current < 0 ? undefined : (items[current + 1] ?? items[current - 1]);
    if (neighbour) show(neighbour);
    else close();
  };
  return { id, isOpen: id !== null, index, show, step, close, leave, showNeighbourOf };
}
