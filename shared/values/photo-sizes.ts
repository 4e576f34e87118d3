/** How large photos are in a download: as they are, or as JPEGs for chats. */
export const PHOTO_SIZES = ['full', 'chat'] as const;

export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Pixels of the long side of a photo for chats. Smaller ones stay as they are. */
export const CHAT_SIDE = 2000;
