import { useEffect } from 'react';

/**
 * Makes the browser print the page's sheets and nothing else, on paper of their size. The rules last as long as the
 * component: an `@page` of a style sheet of the build would be every page's.
 * @param size in millimetres
 */
export function usePrintedPage({ width, height }: { width: number; height: number }): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(printRules(`${width}mm ${height}mm`));
    document.adoptedStyleSheets.push(rules);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    };
  }, [width, height]);
}

/** All that is neither the sheet nor around it is gone, and what is around it takes no room. */
const printRules = (size: string): string => `
@page { size: ${size}; margin: 0; }
@media print {
  body :not(:has([data-sheet]), [data-sheet], [data-sheet] *) { display: none !important; }
  :root:has([data-sheet]), :has([data-sheet]) {
    display: block !important;
    position: static !important;
    min-height: 0 !important;
    max-width: none !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    background: #fff !important;
  }
}`;
