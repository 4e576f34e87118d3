import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Invitation } from './invitation.tsx';
import type { Player } from './player.ts';
import { Stage } from './stage.tsx';
import { useAlone, useFullScreen, useScreenOn, useStillness } from './use-screen.ts';
import { useWallKeys } from './use-wall-keys.ts';
import { WallMenu } from './wall-menu.tsx';
import { type WallPorts, WallRun } from './wall-run.ts';
import styles from './wall.module.css';

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

function usePlayer(ports: WallPorts, stage: RefObject<HTMLElement | null>): Player {
  const [run] = useState(() => new WallRun(ports));
  useEffect(() => run.start(stage.current ?? document.documentElement), [run, stage]);
  useEffect(() => run.readFrom(ports), [run, ports]);
  return run.player;
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
