import { useEffect, useState } from 'react';
import { toasts } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';

type Dropped = {
  readonly files: readonly File[];
  /** How many files or folders could not be read: a cloud's that are not on this computer, for one. */
  readonly unread: number;
};

/** The files of a drop or a paste, and those in its folders. To be called while the event is handled. */
function filesOf(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  // Both have to be asked for at once: after the event the list is empty.
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return together(
    found.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return filesIn(entry as FileSystemDirectoryEntry);
      return { files: file ? [file] : [], unread: 0 };
    }),
  );
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<Dropped> {
  const entries = await entriesOf(folder.createReader());
  // What systems leave in folders is nobody's photo.
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  return together(
    shown.map(async (entry) => {
      if (entry.isDirectory) return filesIn(entry as FileSystemDirectoryEntry);
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      return { files: [file], unread: 0 };
    }),
  );
}

/** What could be read of several. */
async function together(parts: readonly Promise<Dropped>[]): Promise<Dropped> {
  const settled = await Promise.allSettled(parts);
  const read = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  const unreadInside = read.reduce((sum, { unread }) => sum + unread, 0);
  return {
    files: read.flatMap(({ files }) => files),
    unread: unreadInside + settled.length - read.length,
  };
}

/** A reader answers up to a hundred at a time, and nothing after the last. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesOf(reader))];
}

/**
 * Takes files that are dropped anywhere on the page or pasted, for as long as the component is there. A browser left
 * to itself would open a dropped file in place of the page. Answers whether files are dragged over the page.
 * @param onFiles stable, else every render listens anew; called at once, before folders are read
 */
export function useDroppedFiles(onFiles: (files: Promise<readonly File[]>) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const listen = <Name extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      run: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, run, { signal: ended.signal });
    const take = (event: Event, transfer: DataTransfer | null) => {
      if (!transfer?.types.includes('Files')) return;
      event.preventDefault();
      const reading = filesOf(transfer);
      onFiles(reading.then(({ files }) => files));
      void reading.then(({ unread }) => unread > 0 && toast(toasts.someUnreadable, 'bad'));
    };
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      take(event, event.dataTransfer);
    });
    listen('paste', (event) => take(event, event.clipboardData));
    return () => ended.abort();
  }, [onFiles]);
  return isOver;
}
