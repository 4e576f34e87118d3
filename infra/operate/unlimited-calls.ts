/**
 * The calls that nothing but the firewall and the gateway limits, and why. Every call of the contract has a rate limit
 * or is here.
 */
export const unlimitedCalls: readonly { readonly calls: readonly string[]; readonly why: string }[] = [
  {
    calls: [
      'describe-api',
      'get-archive',
      'get-event',
      'get-media',
      'get-vapid-key',
      'get-votes',
      'list-highlights',
      'list-media',
      'list-payments',
      'list-public-events',
      'payment-status',
      'publish-object',
    ],
    why: 'they write nothing and read a page at most; to count them would be a write for each',
  },
  {
    calls: ['download-media'],
    why: 'it puts the clean copy of an item together once a day, whoever asks, and writes a unit or two to count the download, a small part of what the file costs; that is no more than a limit would take',
  },
  { calls: ['get-user'], why: 'it writes once a day for each session, that it was used' },
  {
    calls: ['create-guest'],
    why: 'above a pace it takes work instead, which refuses nobody at a venue',
  },
  {
    calls: ['login', 'login-callback', 'logout'],
    why: 'they write only for who has signed in at the provider of accounts, which has limits of its own; one by address would shut a venue out',
  },
  {
    calls: ['unsubscribe-push'],
    why: "it finds something to write only for who knows a browser's secret address",
  },
  { calls: ['stripe-webhook'], why: 'it works only on what Stripe has signed' },
];
