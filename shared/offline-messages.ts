// Shown where code failed to load. In a file of their own, because the rest of the catalogue may not have loaded either.

export const UPLOAD_DIALOG_FAILED = {
  title: 'Error',
  text: 'Failed to open upload dialog. Please try again.',
} as const;

export const SUBSCRIBE_FAILED = { title: 'Error', text: 'Failed to subscribe to notifications.' } as const;

/** For the lightbox. */
export const PHOTO_FAILED = { title: 'The photo did not come' } as const;

/** For any other dialog. */
export const DIALOG_FAILED = { title: 'Error', text: 'This could not be opened. Please try again.' } as const;

/** For a dialog whose code came and failed. */
export const DIALOG_CRASHED = {
  title: 'Error',
  text: 'Something went wrong here. Please try again.',
} as const;
