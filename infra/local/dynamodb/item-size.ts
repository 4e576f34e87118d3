/** An item as requests and the stream write it. */
export type Item = { readonly [name: string]: Value };

type Value = {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  readonly L?: readonly Value[];
  readonly M?: Item;
};

const CONTAINER_BYTES = 3;

/** Bytes of an item. Source: DynamoDB Developer Guide, "DynamoDB item sizes and formats". */
export function itemBytes(item: Item): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)));
}

function valueBytes(value: Value): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return binaryBytes(value.B);
  if (value.L) return CONTAINER_BYTES + sum(value.L.map((each) => 1 + valueBytes(each)));
  if (value.M) return CONTAINER_BYTES + Object.keys(value.M).length + itemBytes(value.M);
  if (value.SS) return sum(value.SS.map((text) => Buffer.byteLength(text)));
  if (value.NS) return sum(value.NS.map(numberBytes));
  if (value.BS) return sum(value.BS.map(binaryBytes));
  return 1;
}

/** About a byte for two digits, one more, and one for a minus. Zeros at both ends take none. */
function numberBytes(text: string): number {
  const [mantissa = ''] = text.split(/e/i);
  const digits = mantissa.replaceAll(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

const binaryBytes = (base64: string): number => Buffer.from(base64, 'base64').length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Units of writing so many bytes once: 1 for each KiB begun. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** Units of a consistent read of so many bytes: 1 for each 4 KiB begun. */
export const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096));
