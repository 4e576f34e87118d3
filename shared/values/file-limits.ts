/** Most files in one upload. */
export const MAX_FILES = 50;

/** Most bytes in one file: 100 MiB. */
export const MAX_FILE_BYTES = 104_857_600;
