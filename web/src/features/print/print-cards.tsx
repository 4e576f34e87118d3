import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import DownloadIcon from 'lucide-react/icons/download';
import PrintIcon from 'lucide-react/icons/printer';
import { useMemo, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { messageOf } from '../../lib/call.ts';
import { eventLink } from '../../lib/paths.ts';
import { drawQrCode } from '../../lib/qr-drawing.ts';
import { Button } from '../../ui/button.tsx';
import { saveQrCode } from '../../ui/save-qr-code.ts';
import './fonts.ts';
import { factsOf, sheetSize } from './forms.ts';
import styles from './print-cards.module.css';
import { keepPrintChoice, type PrintChoice, readPrintChoice } from './print-choice.ts';
import { PrintOptions } from './print-options.tsx';
import { eventCodeQuery } from './queries.ts';
import { Sheet } from './sheet.tsx';
import { usePrintedPage } from './use-printed-page.ts';

type PrintCardsProps = { event: Pick<EventView, 'id' | 'name' | 'date' | 'privacy'> };

/** What a host puts on tables, walls and doors: chosen, shown as it will be, and printed by the browser. */
export function PrintCards({ event }: PrintCardsProps) {
  const [choice, setChoice] = useState(() => readPrintChoice(event.id));
  const hasCode = event.privacy !== 'private';
  const code = useQuery({ ...eventCodeQuery(event.id), enabled: hasCode });
  const link = eventLink(event.id);
  const qr = useMemo(() => drawQrCode(link), [link]);
  const { name, date } = event;
  const texts = {
    name,
    date,
    line: choice.line.trim(),
    qr,
    host: location.host,
    code: hasCode ? code.data?.code : undefined,
  };
  usePrintedPage(sheetSize(choice.form, choice.paper));
  const change = (part: Partial<PrintChoice>) => {
    const changed = { ...choice, ...part };
    setChoice(changed);
    keepPrintChoice(event.id, changed);
  };
  return (
    <div className={styles.page}>
      <div className={styles.options}>
        <PrintOptions choice={choice} texts={texts} onChange={change} />
        <AboutCode hasCode={hasCode} code={code} />
        <Button
          variant="primary"
          wide
          pending={hasCode && code.isPending}
          // The fonts of a design that was just chosen may be on their way.
          onClick={() => void document.fonts.ready.then(() => print())}
        >
          <PrintIcon />
          Print
        </Button>
        <p className={styles.note}>
          On {choice.paper} paper, at 100 % and without margins. Choose how many sheets in the print dialog.
        </p>
        <QrFiles name={name} link={link} />
      </div>
      <section className={styles.preview} aria-label={`${factsOf(choice.form).label}, as printed`}>
        <Sheet texts={texts} choice={choice} />
      </section>
    </div>
  );
}

type AboutCodeProps = {
  hasCode: boolean;
  code: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
};

/** Why no code to type is printed. */
function AboutCode({ hasCode, code }: AboutCodeProps) {
  if (!hasCode) {
    return (
      <p className={styles.note}>A private event has no code to type: whoever cannot scan needs its link.</p>
    );
  }
  if (!code.isError) return null;
  return (
    <p className={styles.note} role="alert">
      {messageOf(code.error, 'The code to type did not come.')}{' '}
      <Button variant="quiet" pending={code.isFetching} onClick={() => void code.refetch()}>
        Try again
      </Button>
    </p>
  );
}

function QrFiles(event: { name: string; link: string }) {
  return (
    <div className={styles.files}>
      <Button variant="quiet" onClick={() => saveQrCode(event, 'png')}>
        <DownloadIcon />
        QR Code as PNG
      </Button>
      <Button variant="quiet" onClick={() => saveQrCode(event, 'svg')}>
        <DownloadIcon />
        QR Code as SVG
      </Button>
    </div>
  );
}
