import { availableParallelism } from 'node:os';

/** Lint's look at types and the bundler are programs in Go, which would spend a quarter of their time on collecting garbage. */
export const RARE_COLLECTION = { GOGC: '800' };

/** Where there are but two cores, lint on both would take a fifth more of what the tests beside it need. */
export const ONE_OF_TWO_CORES = availableParallelism() > 2 ? {} : { GOMAXPROCS: '1' };
