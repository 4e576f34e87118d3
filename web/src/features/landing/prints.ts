import balloons from './prints/balloons.svg?no-inline';
import bouquet from './prints/bouquet.svg?no-inline';
import cake from './prints/cake.svg?no-inline';
import dancers from './prints/dancers.svg?no-inline';
import fireworks from './prints/fireworks.svg?no-inline';
import glasses from './prints/glasses.svg?no-inline';
import lemonade from './prints/lemonade.svg?no-inline';
import marquee from './prints/marquee.svg?no-inline';
import mirrorBall from './prints/mirror-ball.svg?no-inline';
import record from './prints/record.svg?no-inline';
import sea from './prints/sea.svg?no-inline';
import table from './prints/table.svg?no-inline';

/** A cut-paper illustration used in place of a guest's photo. Height in pixels; all are 320 wide. */
export type Print = { readonly src: string; readonly height: number };

export const prints = {
  balloons: { src: balloons, height: 380 },
  bouquet: { src: bouquet, height: 420 },
  cake: { src: cake, height: 320 },
  dancers: { src: dancers, height: 400 },
  fireworks: { src: fireworks, height: 360 },
  glasses: { src: glasses, height: 320 },
  lemonade: { src: lemonade, height: 400 },
  marquee: { src: marquee, height: 240 },
  mirrorBall: { src: mirrorBall, height: 340 },
  record: { src: record, height: 300 },
  sea: { src: sea, height: 220 },
  table: { src: table, height: 420 },
} as const satisfies Record<string, Print>;
