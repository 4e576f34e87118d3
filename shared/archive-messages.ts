// In a file of their own, because the dialog that shows them is loaded when it opens.

/** Why no ZIP of a gallery is made now, by the code of the refusal. */
export const ARCHIVE_REFUSALS = {
  archive_pause: 'Something was removed from the gallery, so the last download is out of date.',
  archive_budget: "This gallery has reached today's limit for new downloads.",
} as const;

export type ArchiveRefusal = keyof typeof ARCHIVE_REFUSALS;
