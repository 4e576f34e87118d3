import { useEffect, useState } from 'react';
import { toasts } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';

type Dropped = {
  readonly files: readonly File[];
  /** Number of unreadable files and folders, for example cloud files that are not downloaded. */
  readonly unread: number;
};

/** The files of a drop or paste, including those in folders. Must be called synchronously in the event handler. */
function filesOf(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  // Read both synchronously: after the event the list is empty.
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
  // Skip hidden system files.
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

/** Combines several reads; a failed one counts as unread. */
async function together(parts: readonly Promise<Dropped>[]): Promise<Dropped> {
  const settled = await Promise.allSettled(parts);
  const read = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  const unreadInside = read.reduce((sum, { unread }) => sum + unread, 0);
  return {
    files: read.flatMap(({ files }) => files),
    unread: unreadInside + settled.length - read.length,
  };
}

/** A reader returns at most a hundred entries at a time, and an empty list at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesOf(reader))];
}

/**
 * Accepts files that are pasted or dropped anywhere on the page while the component is mounted. By default the browser
 * would navigate to a dropped file.
 * @param onFiles must be stable, or every render resubscribes; called at once, before folders are read
 * @returns whether files are being dragged over the page
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
