/** Rights that are granted although a run of the API tests cannot be relied on to use them, and why. */
export type UnrecordedGrants = {
  readonly functions: readonly string[];
  /** Each `action resource`, as in `recorded-calls.json`. */
  readonly rights: readonly string[];
  /**
   * `never`: nothing on one machine uses it, so an exception that was recorded is no longer needed. `by
   * chance`: whether it is used depends on timing, so the record leaves it out.
   */
  readonly seen: 'never' | 'by chance';
  readonly reason: string;
};

/** All exceptions. One that no role holds any more fails the tests. */
export const unrecordedGrants: readonly UnrecordedGrants[] = [
  {
    functions: ['calculate-highlights'],
    rights: ['bedrock:InvokeModel maker.model-v1:0', 's3:GetObject media/open/'],
    seen: 'never',
    reason:
      'No model that looks at pictures runs on one machine; test/unit/highlights/rerank-prompt.test.ts asks one.',
  },
  {
    functions: ['reconcile-files'],
    rights: ['sqs:SendMessage moves'],
    seen: 'never',
    reason:
      'The edge of one machine never has too much to do; test/unit/storage/reconcile-files.test.ts lets it say so.',
  },
  {
    functions: ['issue-upload', 'issue-guest-upload'],
    rights: ['dynamodb:DeleteItem table'],
    seen: 'by chance',
    reason:
      'An upload is taken back only where its person leaves at that moment; test/api/leaving-is-final.test.ts has them leave.',
  },
  {
    functions: ['remove-unsaved-uploads'],
    rights: [
      'dynamodb:DeleteItem table',
      's3:DeleteObjectVersion incoming/',
      's3:GetObject media/originals/',
      's3:ListBucket media/originals/',
    ],
    seen: 'never',
    reason:
      'No upload of the tests of the API is nearly a day old; test/local/unsaved-uploads.test.ts says that it is.',
  },
  {
    functions: ['check-arrivals'],
    rights: ['sqs:SendMessage arrivals'],
    seen: 'never',
    reason:
      'Nobody sends a file a thousand times to one machine; test/unit/jobs/check-arrivals.test.ts says that they did.',
  },
  {
    functions: ['check-arrivals'],
    rights: ['sqs:ChangeMessageVisibility arrivals'],
    seen: 'by chance',
    reason:
      'Only messages that failed are hidden for longer; test/unit/jobs/check-arrivals.test.ts lets some fail.',
  },
  {
    functions: ['check-arrivals'],
    rights: ['dynamodb:DeleteItem table'],
    seen: 'never',
    reason:
      'Only an arrival that is looked at a day late takes back the upload; test/local/unsaved-uploads.test.ts does.',
  },
  {
    functions: ['save-media', 'save-guest-media'],
    rights: ['s3:GetObject media/originals/', 's3:ListBucket media/originals/'],
    seen: 'by chance',
    reason:
      'Whether there is an original is asked only where another attempt at the same save has removed the upload; test/unit/storage/missing-files.test.ts removes one.',
  },
  {
    functions: ['process-media', 'process-video', 'moderate-media', 'moderate-event', 'reconcile-files'],
    rights: [
      'dynamodb:DeleteItem table',
      'dynamodb:Query index/gsi1',
      's3:DeleteObject media/copies/',
      's3:DeleteObject media/held/',
      's3:DeleteObject media/open/',
      's3:DeleteObject media/originals/',
      's3:GetObject media/held/',
      's3:GetObject media/open/',
      's3:ListBucket media/copies/',
      's3:ListBucket media/held/',
      's3:ListBucket media/open/',
      's3:PutObject media/held/',
      's3:PutObject media/open/',
    ],
    seen: 'by chance',
    reason:
      'Whoever comes first moves or removes the files of an item that was moderated or deleted, and the others find nothing to do; test/unit/storage/reconcile-files.test.ts and test/unit/jobs/process-media.test.ts bring each case about.',
  },
  {
    functions: ['process-heavy-media'],
    rights: [
      'dynamodb:DeleteItem table',
      'dynamodb:Query index/gsi1',
      's3:DeleteObject media/copies/',
      's3:DeleteObject media/held/',
      's3:DeleteObject media/open/',
      's3:DeleteObject media/originals/',
      's3:GetObject media/held/',
      's3:GetObject media/open/',
      's3:ListBucket media/copies/',
      's3:ListBucket media/held/',
      's3:ListBucket media/open/',
      's3:ListBucket media/originals/',
      's3:PutObject media/held/',
      'sqs:SendMessage moves',
    ],
    seen: 'by chance',
    reason:
      'As process-media, of which it is a part; few pictures of the tests are heavy, and none of them is made anew.',
  },
  {
    functions: ['delete-media', 'transfer-or-erase-person'],
    rights: ['s3:DeleteObject media/copies/', 's3:DeleteObject media/held/', 's3:DeleteObject media/open/'],
    seen: 'by chance',
    reason:
      'Files of an item that was deleted are removed by whoever lists them first; test/unit/storage/reconcile-files.test.ts removes them.',
  },
  {
    functions: ['download-media', 'delete-event-contents'],
    rights: ['s3:DeleteObject media/copies/'],
    seen: 'by chance',
    reason:
      'A copy is removed by who made it only where its item goes meanwhile, and with an event only where somebody took one home; test/api/renditions-and-originals.test.ts removes copies with their items.',
  },
  {
    functions: ['roll-up-votes'],
    rights: ['sqs:SendMessage votes'],
    seen: 'by chance',
    reason:
      'Votes wait only where an event has many at once; test/unit/jobs/roll-up-votes.test.ts lets them wait.',
  },
  {
    functions: ['process-video'],
    rights: ['sqs:SendMessage moves'],
    seen: 'by chance',
    reason:
      'Only a video that is made anew leaves files behind, and videos need ffmpeg; with pictures test/api/operator-programs.test.ts does the same.',
  },
  {
    functions: ['build-archive'],
    rights: ['s3:DeleteObject media/copies/', 's3:GetObject media/held/', 's3:ListBucket media/held/'],
    seen: 'by chance',
    reason:
      "Of what waits for approval the owner's ZIP for chats has the videos, and photos whose original takes too long; a photo is removed again only where its item goes while it is made.",
  },
  {
    functions: ['build-archive'],
    rights: ['s3:AbortMultipartUpload media/archives/'],
    seen: 'by chance',
    reason:
      'An upload is given up only where a source went away, or another worker was first, while its ZIP was planned or written.',
  },
  {
    functions: ['create-checkout', 'refund-payment', 'delete-event-contents'],
    rights: ['dynamodb:ConditionCheckItem table'],
    seen: 'by chance',
    reason:
      "They bring on a payment whose webhook is late, and the local Stripe's comes at once; test/local/stripe-settlement.test.ts holds it back.",
  },
];

/** `function action resource` of every exception of a kind. */
export function exceptedRights(seen: UnrecordedGrants['seen']): string[] {
  return unrecordedGrants
    .filter((exception) => exception.seen === seen)
    .flatMap(({ functions, rights }) => functions.flatMap((id) => rights.map((right) => `${id} ${right}`)));
}
