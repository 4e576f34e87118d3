/** What stands where advertisements of free events go. In a file of its own: a guest's phone loads no other text. */
export const ADVERTISEMENT = 'Advertisement Space - Upgrade to Premium to remove ads';
