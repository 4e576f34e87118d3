// What is said where code did not come. In a file of their own: said where the rest of the catalogue has not been loaded and cannot be.

export const UPLOAD_DIALOG_FAILED = {
  title: 'Error',
  text: 'Failed to open upload dialog. Please try again.',
} as const;

export const SUBSCRIBE_FAILED = { title: 'Error', text: 'Failed to subscribe to notifications.' } as const;

/** Of the large view. */
export const PHOTO_FAILED = { title: 'The photo did not come' } as const;

/** Of any other dialog. */
export const DIALOG_FAILED = { title: 'Error', text: 'This could not be opened. Please try again.' } as const;
