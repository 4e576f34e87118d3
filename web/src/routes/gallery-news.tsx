import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../shared/contract/first-data.ts';
import { itemsOf } from '../features/gallery/media-pages.ts';
import { arrivalsOf, newsQuery, newsWords } from '../features/gallery/news.ts';
import { NewsPill } from '../features/gallery/news-pill.tsx';
import { mediaQuery } from '../features/gallery/queries.ts';
import { showNews } from '../features/gallery/updates.ts';
import { focusPage } from '../lib/focus-page.ts';
import type { Viewer } from './gallery-viewer.ts';

type GalleryNewsProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest'>;
  /** The order that they are shown in has to be chosen. */
  onShown: () => void;
};

/** Tells of photos that came since the gallery was opened, and shows them when that is wished. */
export default function GalleryNews({ event, viewer, onShown }: GalleryNewsProps) {
  const client = useQueryClient();
  const { guest } = viewer;
  const { id: eventId, mediaCount } = event;
  const { data: news } = useQuery(newsQuery(client, { eventId, guest, mediaCount }));
  const { data: list } = useInfiniteQuery({
    ...mediaQuery({ eventId, sortBy: FIRST_SORT, guest }),
    enabled: false,
  });
  const arrivals = arrivalsOf(news, list).length;
  const isEmpty = list !== undefined && itemsOf(list.pages).length === 0;
  useEffect(() => {
    // Nothing is looked at yet that could move.
    if (isEmpty && arrivals > 0 && news.fresh) showNews(client, { eventId, guest }, news.fresh);
  }, [isEmpty, arrivals, news.fresh, client, eventId, guest]);
  const onShow = () => {
    if (news.fresh) showNews(client, { eventId, guest }, news.fresh);
    onShown();
    scrollTo({ top: 0, behavior: 'instant' });
    // The button that was pressed is gone.
    focusPage();
  };
  const words = arrivals > 0 && !isEmpty ? newsWords(arrivals, news) : '';
  return <NewsPill words={words} onShow={onShow} />;
}
