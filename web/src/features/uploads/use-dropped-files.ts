import { useEffect, useState } from 'react';
import { toasts } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';

type DroppedFiles = {
  readonly files: readonly File[];
  /** Number of unreadable files and folders, for example cloud files that are not downloaded. */
  readonly unreadCount: number;
};

/** The files of a drop or paste, including those in folders. Must be called synchronously in the event handler. */
function filesOf(transfer: DataTransfer): Promise<DroppedFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  // Read both synchronously: after the event the list is empty.
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return combine(
    dropped.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return filesIn(entry as FileSystemDirectoryEntry);
      return { files: file ? [file] : [], unreadCount: 0 };
    }),
  );
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<DroppedFiles> {
  const entries = await entriesOf(folder.createReader());
  // Skip hidden system files.
  const visibleEntries = entries.filter(({ name }) => !name.startsWith('.'));
  return combine(
    visibleEntries.map(async (entry) => {
      if (entry.isDirectory) return filesIn(entry as FileSystemDirectoryEntry);
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      return { files: [file], unreadCount: 0 };
    }),
  );
}

/** Combines several reads; a failed one counts as unread. */
async function combine(parts: readonly Promise<DroppedFiles>[]): Promise<DroppedFiles> {
  const settled = await Promise.allSettled(parts);
  const results = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  const unreadInside = results.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  return {
    files: results.flatMap(({ files }) => files),
    unreadCount: unreadInside + settled.length - results.length,
  };
}

/** A reader returns at most a hundred entries at a time, and an empty list at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
    reader.readEntries(resolve, reject),
  );
  return batch.length === 0 ? [] : [...batch, ...(await entriesOf(reader))];
}

/**
 * Accepts files that are pasted or dropped anywhere on the page while the component is mounted. By default the browser
 * would navigate to a dropped file.
 * @param onFiles must be stable, or every render resubscribes; called at once, before folders are read
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(onFiles: (files: Promise<readonly File[]>) => void): boolean {
  const [isDragOver, setDragOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const listen = <Name extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      run: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, run, { signal: controller.signal });
    const accept = (event: Event, transfer: DataTransfer | null) => {
      if (!transfer?.types.includes('Files')) return;
      event.preventDefault();
      const reading = filesOf(transfer);
      onFiles(reading.then(({ files }) => files));
      void reading.then(({ unreadCount }) => unreadCount > 0 && toast(toasts.someUnreadable, 'bad'));
    };
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setDragOver(false);
    });
    listen('drop', (event) => {
      setDragOver(false);
      accept(event, event.dataTransfer);
    });
    listen('paste', (event) => accept(event, event.clipboardData));
    return () => controller.abort();
  }, [onFiles]);
  return isDragOver;
}
