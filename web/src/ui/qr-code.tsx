import { useEffect, useState } from 'react';
import { qrCodeUrl } from '../lib/qr-code.ts';
import styles from './qr-code.module.css';

type QrCodeProps = { text: string; sizePx: number };

/** A QR code of a link. Its space is reserved while the encoder is loading. */
export function QrCode({ text, sizePx }: QrCodeProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isMounted = true;
    qrCodeUrl({ text, sizePx }).then(
      (dataUrl) => isMounted && setUrl(dataUrl),
      // If the encoder fails to load (offline), the space stays empty; the link is next to it.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [text, sizePx]);
  return (
    <img src={url} width={sizePx} height={sizePx} alt="QR code of the event link" className={styles.code} />
  );
}
