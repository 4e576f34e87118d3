/** The advertisement banner. In a file of its own, because a guest's phone loads no other text up front. */
export const ADVERTISEMENT = 'Advertisement Space - Upgrade to Premium to remove ads';
