// The code of pages that few visits begin with. In a file of its own, because each page names all files that it needs.

export const pageCode = {
  createEvent: () => import('../routes/create-event.tsx'),
  checkout: () => import('../routes/checkout.tsx'),
  timeline: () => import('../routes/timeline.tsx'),
  moderation: () => import('../routes/moderation.tsx'),
  people: () => import('../routes/people.tsx'),
  coHost: () => import('../routes/co-host.tsx'),
  numbers: () => import('../routes/numbers.tsx'),
  print: () => import('../routes/print.tsx'),
  wall: () => import('../routes/wall.tsx'),
  payments: () => import('../routes/payments.tsx'),
  join: () => import('../routes/join.tsx'),
  privacy: () => import('../routes/privacy.tsx'),
  terms: () => import('../routes/terms.tsx'),
  signedOut: () => import('../routes/signed-out.tsx'),
  notFound: () => import('../routes/not-found.tsx'),
} as const;
