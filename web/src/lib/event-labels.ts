import type { EventType, Privacy } from '../../../shared/contract/entities.ts';

type Option<V extends string> = { readonly value: V; readonly label: string };

/** Options of the event-type field. */
export const eventTypeOptions: readonly Option<EventType>[] = [
  { value: 'wedding', label: 'Wedding' },
  { value: 'birthday', label: 'Birthday Party' },
  { value: 'reunion', label: 'Family Reunion' },
  { value: 'corporate', label: 'Corporate Event' },
  { value: 'concert', label: 'Concert' },
  { value: 'graduation', label: 'Graduation' },
  { value: 'other', label: 'Other' },
];

/** Options of the privacy field, from the most to the least restricted. */
export const privacyOptions: readonly (Option<Privacy> & { hint: string })[] = [
  { value: 'private', label: 'Private', hint: 'Only people with the link can access' },
  { value: 'unlisted', label: 'Unlisted', hint: 'Hidden from public listings' },
  { value: 'public', label: 'Public', hint: 'Anyone can view and upload' },
];

/** What the hints of the options do not say, and hosts would have to know to choose. */
export const PRIVACY_HINT =
  'To open a private event, guests need an account. An unlisted one opens with the link alone.';
