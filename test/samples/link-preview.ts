import { eventPicture } from '../../shared/contract/link-preview.ts';
import { answers } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const linkPreviewSamples: readonly CallSample[] = [
  {
    endpoint: eventPicture,
    caller: 'anonymous',
    request: ({ eventId }) => ({ params: { eventId } }),
    tableRequests: '1 BatchGet, 1 Query',
    access: [
      {
        answers: answers(
          `public           | free        | 302 302 302 302 302 | 302 302 302 302
           public           | unpaid paid | 404 404 404 404 404 | 404 404 404 404
           private unlisted | any         | 404 404 404 404 404 | 404 404 404 404`,
        ),
      },
    ],
  },
];
