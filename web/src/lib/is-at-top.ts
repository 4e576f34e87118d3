/** Whether the viewer sees the top of the page, so that what is inserted there can be seen, too. */
export const isAtTop = (): boolean => scrollY <= innerHeight / 2;
