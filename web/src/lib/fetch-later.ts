/**
 * Has the browser keep the files of code that most people need soon, which the build names in the page. They are fetched and not
 * imported: in some browsers code whose import has failed once, as on a bad network, cannot be imported until the page is
 * loaded again.
 * @returns whether there are such files, once all have come
 * @throws Error if one has not
 */
export async function fetchLater(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')];
  await Promise.all(
    links.map(async ({ href }) => {
      const response = await fetch(href, { priority: 'low' });
      if (!response.ok) throw new Error(`No code: ${response.status}`);
      await response.blob();
    }),
  );
  return links.length > 0;
}
