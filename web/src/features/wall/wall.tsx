import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { Deck } from './deck.ts';
import { Invitation } from './invitation.tsx';
import { ItemSource, type SourcePorts } from './item-source.ts';
import { loadPicture, type ReadFullSize } from './load-picture.ts';
import { Player } from './player.ts';
import { DISSOLVE_MS, Stage } from './stage.tsx';
import { useAlone, useFullScreen, useScreenOn, useStillness } from './use-screen.ts';
import { useWallKeys } from './use-wall-keys.ts';
import { WallMenu } from './wall-menu.tsx';
import styles from './wall.module.css';

export type WallPorts = Omit<SourcePorts, 'random'> & {
  readonly hasFullSize: (item: WallView) => boolean;
  readonly readFullSize: ReadFullSize;
};

type WallView = Pick<
  MediaView,
  'kind' | 'state' | 'mimeType' | 'fileSize' | 'width' | 'height' | 'renditions'
>;

type WallProps = {
  name: string;
  link: string;
  /** Where items come from. Others begin to be read anew; what is known stays. */
  ports: WallPorts;
  onClose: () => void;
};

/** An event's photos on a screen that everybody looks at, as they come, for as long as it is on. */
export function Wall({ name, link, ports, onClose }: WallProps) {
  const wall = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const player = usePlayer(ports, stage);
  const view = useSyncExternalStore(player.subscribe, () => player.view);
  const [hasCode, setHasCode] = useState(true);
  const isStill = useStillness();
  useScreenOn();
  useFullScreen();
  useAlone(wall);
  const onPause = () => player.togglePause();
  useWallKeys({ onPause, onNext: () => player.next(), onBack: () => player.back(), onClose });
  return (
    <div ref={wall} className={styles.wall} data-still={isStill || undefined}>
      <Stage stage={stage} layers={view.layers} />
      {(hasCode || view.isEmpty) && <Invitation name={name} link={link} isLarge={view.isEmpty} />}
      <Connection />
      <WallMenu
        {...{ hasCode, onPause, onClose }}
        isPaused={view.isPaused}
        onCode={() => setHasCode(!hasCode)}
      />
    </div>
  );
}

function usePlayer(ports: WallPorts, stage: { readonly current: HTMLElement | null }): Player {
  const latest = useLatest(ports);
  const source = useRef<ItemSource>(undefined);
  const [{ deck, player }] = useState(() => {
    const deck = new Deck((item) => ports.hasFullSize(item));
    const player = new Player({
      deck,
      load: (item, options) =>
        loadPicture(item, options, (id, signal) => latest.current.readFullSize(id, signal)),
      stage: () => pixelsOf(stage.current),
      dissolveMs: () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DISSOLVE_MS),
      random: Math.random,
      onBroken: () => source.current?.renew(),
    });
    return { deck, player };
  });
  useEffect(() => {
    player.start();
    return () => player.end();
  }, [player]);
  useEffect(() => {
    const started = new ItemSource(deck, { ...ports, random: Math.random });
    source.current = started;
    started.start();
    return () => started.end();
  }, [deck, ports]);
  return player;
}

function pixelsOf(element: HTMLElement | null) {
  const { clientWidth, clientHeight } = element ?? document.documentElement;
  return { width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio };
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says why nothing new comes. */
function Connection() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <output className={styles.note}>{!isOnline && 'No network. New photos come when it is back.'}</output>
  );
}
