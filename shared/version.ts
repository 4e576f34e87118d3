/** The product's version, the same as in `package.json`. */
export const VERSION = '1.1.2';
