/** A plan as advertised on the landing page. Nothing here is enforced or sold. */
export type Plan = {
  readonly name: string;
  readonly price: string;
  readonly per: string;
  readonly terms: string;
  readonly label?: string;
  readonly points: readonly string[];
  readonly action: string;
};

export const plans: readonly Plan[] = [
  {
    name: 'Free',
    price: '$0',
    per: '',
    terms: 'For small gatherings',
    points: ['Up to 100 photos', '1GB storage', 'Basic gallery', 'QR access', 'Ad-supported'],
    action: 'Get Started',
  },
  {
    name: 'Premium',
    price: '$10',
    per: 'per month',
    terms: 'or $99 per year (saves 17%)',
    label: 'Most Popular',
    points: [
      'Unlimited photos and videos',
      '50GB storage',
      'No ads',
      'Timeline and highlights',
      'AI highlights',
      'Priority support',
    ],
    action: 'Upgrade to Premium',
  },
  {
    name: 'Group Share',
    price: '$2',
    per: 'per person',
    terms: 'for splits with 5+ attendees',
    points: [
      'All Premium features',
      '100GB shared storage',
      'Split payment',
      'Group admin controls',
      'Contribution tracking',
    ],
    action: 'Start Group Plan',
  },
];
