import { withParameter } from '../../lib/with-parameter.ts';
import { UPLOADS_PARAMETER } from './use-uploads-route.ts';

/** Query parameters of what is in the large view. */
export const ITEM_PARAMETERS = ['media', 'highlight'] as const;

/** Shows all that a person has uploaded in place of the large view with one of their items. */
export function uploadsInPlaceOfItem(search: string, personId: string): string {
  const withoutItem = ITEM_PARAMETERS.reduce<URLSearchParams | string>(
    (rest, name) => withParameter(rest, name, null),
    search,
  );
  return `?${withParameter(withoutItem, UPLOADS_PARAMETER, personId)}`;
}
