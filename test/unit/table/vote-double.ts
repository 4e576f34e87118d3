import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { TransactItem, Row } from '../../../functions/table/dynamo.ts';
import type { Key } from '../../../functions/table/keys.ts';
import { answerCommands } from '../../fixtures/answer-commands.ts';

/**
 * A table that knows what votes and their roll-ups ask of it. Each request waits its turn before it is carried out,
 * and its answer waits again, so that a scheduler decides what comes between.
 */
export class VoteDouble {
  readonly rows = new Map<string, Row>();
  /** Rows as they were before and after each write, as the stream tells it. */
  onChange: (change: { before: Row | undefined; after: Row | undefined }) => void = () => undefined;
  /** Whether no roll-up may be made any more this second. */
  isFull = false;
  readonly #turn: (what: string) => Promise<void>;

  constructor(turn: (what: string) => Promise<void>) {
    this.#turn = turn;
    answerCommands(DynamoDBDocumentClient, [
      [QueryCommand, (input) => this.#run('query', () => this.#query(input))],
      [UpdateCommand, (input) => this.#run('update', () => this.#update(input))],
      [TransactWriteCommand, (input) => this.#run('transact', () => this.#transact(input))],
    ]);
  }

  put(row: Row): void {
    this.#write(nameOf(row), row);
  }

  async #run<T>(what: string, answer: () => T): Promise<T> {
    await this.#turn(what);
    try {
      return answer();
    } finally {
      await this.#turn(`answer of ${what}`);
    }
  }

  #query({ ExpressionAttributeValues: values }: QueryCommandInput) {
    return { Items: [...this.rows.values()].filter(({ pk }) => pk === values?.[':pk']) };
  }

  #update(update: UpdateCommandInput) {
    const isTurn = update.ConditionExpression?.includes('calls') ?? false;
    if (isTurn ? this.isFull : !holds(update, this.rows.get(nameOf(update.Key ?? {})))) {
      throw Object.assign(new Error('refused'), { name: 'ConditionalCheckFailedException' });
    }
    if (!isTurn) this.#apply(update);
    return {};
  }

  #transact({ TransactItems }: { TransactItems: TransactItem[] }) {
    const refused = TransactItems.map((item) => {
      // That a voter is still there is not what this is about.
      if (item.ConditionCheck) return false;
      const { Key, Item } = (item.Put ?? item.Update ?? item.Delete) as { Key?: Key; Item?: Row };
      const found = this.rows.get(nameOf(Key ?? Item ?? {}));
      return !holds(item.Put ?? item.Update ?? item.Delete ?? {}, found);
    });
    if (refused.includes(true)) {
      const CancellationReasons = refused.map((is) => ({ Code: is ? 'ConditionalCheckFailed' : 'None' }));
      throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
    }
    for (const { Put, Update, Delete } of TransactItems) {
      if (Put) this.#write(nameOf(Put.Item ?? {}), Put.Item);
      if (Delete) this.#write(nameOf(Delete.Key ?? {}), undefined);
      if (Update) this.#apply(Update);
    }
    return {};
  }

  #apply({ Key = {}, ...update }: Pick<UpdateCommandInput, 'Key' | 'ExpressionAttributeValues'>): void {
    const {
      ':step': step,
      ':rank': rank,
      ':rollUp': voteRollUp,
      ':voted': voted,
    } = {
      ...update.ExpressionAttributeValues,
    };
    const row: Row = { ...Key, ...this.rows.get(nameOf(Key)) };
    if (voteRollUp) {
      const [voteCount, gsi2sk] = [Number(row['voteCount']) + step, (row['gsi2sk'] as bigint) + rank];
      this.#write(nameOf(Key), { ...row, voteCount, gsi2sk, voteRollUp });
    } else {
      const [name, amount] = voted === undefined ? (['votes', step] as const) : (['voted', voted] as const);
      this.#write(nameOf(Key), { ...row, [name]: Number(row[name] ?? 0) + Number(amount ?? 0) });
    }
  }

  #write(name: string, after: Row | undefined): void {
    const before = this.rows.get(name);
    if (after) this.rows.set(name, after);
    else this.rows.delete(name);
    this.onChange({ before, after });
  }
}

const nameOf = ({ pk, sk }: Row): string => `${String(pk)} / ${String(sk)}`;

/** Of the conditions that votes and roll-ups have. */
function holds(
  write: Pick<UpdateCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>,
  row: Row | undefined,
) {
  const { ConditionExpression: condition = '', ExpressionAttributeValues: values = {} } = write;
  if (condition === 'attribute_not_exists(pk)') return row === undefined;
  if (condition === 'attribute_exists(pk)') return row !== undefined;
  if (!condition.includes('#rollUp')) return true;
  const version = (row?.['voteRollUp'] as { version: number } | undefined)?.version;
  return (
    row?.['status'] === values[':status'] &&
    (!condition.includes('voteCount = :count') || row?.['voteCount'] === values[':count']) &&
    (condition.includes('#version') ? version === values[':version'] : version === undefined)
  );
}
