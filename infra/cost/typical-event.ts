/** What about an event determines its cost. */
export type EventProfile = {
  readonly guests: number;
  readonly photos: number;
  readonly videos: number;
  /** Mean size of an original, in MB (10^6 bytes). */
  readonly photoMb: number;
  readonly videoMb: number;
  /** How often a guest opens the gallery. */
  readonly visits: number;
  /** How many tiles a visit shows, and how many of them are opened large. */
  readonly tilesSeen: number;
  readonly opened: number;
  readonly votes: number;
  /** How many people download everything as a ZIP. */
  readonly downloads: number;
  /** How many months the gallery is kept. */
  readonly months: number;
  /** Hours within which nearly everything happens. */
  readonly hours: number;
};

/** A wedding with two hundred guests. */
export const typicalEvent: EventProfile = {
  guests: 200,
  photos: 2000,
  videos: 100,
  photoMb: 3.5,
  videoMb: 40,
  visits: 5,
  tilesSeen: 120,
  opened: 20,
  votes: 15,
  downloads: 20,
  months: 6,
  hours: 5,
};

/** Mean size of what is served, in MB. Measured with the sample photos: 320, 800 and 1600 px WebP. */
export const servedMb = {
  small: 0.012,
  tile: 0.055,
  screen: 0.171,
  page: 0.13,
  list: 0.03,
  play: 12,
} as const;

export function sizesOf(profile: EventProfile): { originalsGb: number; renditionsGb: number } {
  const { photos, videos, photoMb, videoMb } = profile;
  const { small, tile, screen, play } = servedMb;
  return {
    originalsGb: (photos * photoMb + videos * videoMb) / 1000,
    renditionsGb: ((photos + videos) * (small + tile + screen) + videos * play) / 1000,
  };
}
