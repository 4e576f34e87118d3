import { withParameter } from '../../lib/with-parameter.ts';
import { UPLOADS_PARAMETER } from './use-uploads-route.ts';

/** Shows all that a person has uploaded in place of the large view with one of their items. */
export function uploadsInPlaceOfItem(search: string, personId: string): string {
  const withoutItem = ['media', 'highlight'].reduce<URLSearchParams | string>(
    (rest, name) => withParameter(rest, name, null),
    search,
  );
  return `?${withParameter(withoutItem, UPLOADS_PARAMETER, personId)}`;
}
