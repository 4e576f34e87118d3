import {
  type Json,
  type Resource,
  type StackName,
  stackNames,
  type Synthesized,
  type Template,
} from './synthesized-templates.ts';

/** Stands for the account in resolved text. */
export const ACCOUNT = '111122223333';

export type Found = { readonly stack: StackName; readonly id: string } & Resource;

/** Every resource of the type, of all stacks or of one. */
export function find(
  { templates }: Pick<Synthesized, 'templates'>,
  type: string,
  stack?: StackName,
): Found[] {
  return stackNames
    .filter((name) => stack === undefined || name === stack)
    .flatMap((name) =>
      Object.entries(templates[name].Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([id, resource]) => Object.assign({ stack: name, id }, resource)),
    );
}

/** The one resource of the type whose logical id starts with `id`. */
export function one(synthesized: Pick<Synthesized, 'templates'>, type: string, id = ''): Found {
  const found = find(synthesized, type).filter((resource) => resource.id.startsWith(id));
  if (found.length !== 1 || !found[0])
    throw new Error(`${found.length} resources ${type} ${id}, expected one.`);
  return found[0];
}

/** How `resolve` writes a resource's name and one of its attributes. */
export const ref = ({ stack, id }: Pick<Found, 'stack' | 'id'>) => `<${stack}.${id}>`;
export const att = ({ stack, id }: Pick<Found, 'stack' | 'id'>, name: string) => `<${stack}.${id}.${name}>`;

/**
 * Plain values instead of CloudFormation's functions: what another stack exports is followed to its resource,
 * so that two spellings of one thing are equal.
 */
export function resolve({ templates }: Pick<Synthesized, 'templates'>, stack: StackName, value: Json): Json {
  const inStack = (name: StackName) => (part: Json) => resolve({ templates }, name, part);
  const here = inStack(stack);
  if (Array.isArray(value)) return value.map(here);
  if (typeof value === 'string') return withKnownQueues(templates, value);
  if (value === null || typeof value !== 'object') return value;
  const [name, argument] = Object.entries(value)[0] ?? [];
  if (Object.keys(value).length === 1 && name !== undefined && argument !== undefined) {
    switch (name) {
      case 'Ref':
        return argument === 'AWS::AccountId' ? ACCOUNT : `<${stack}.${text(argument)}>`;
      case 'Fn::GetAtt':
        return `<${stack}.${(argument as string[]).join('.')}>`;
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, Json[]];
        return withKnownQueues(templates, parts.map(here).map(text).join(separator));
      }
      case 'Fn::Select': {
        const [index, list] = here(argument) as [number, Json];
        return Array.isArray(list) ? (list[index] ?? null) : `select(${index}, ${JSON.stringify(list)})`;
      }
      case 'Fn::Split': {
        const [separator, text] = here(argument) as [string, string];
        return `split(${separator}, ${text})`;
      }
      case 'Fn::ImportValue': {
        const [producer, output] = exported(templates, text(argument));
        return inStack(producer)(output);
      }
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
        const producer = stackNames.find((known) => StackName.endsWith(`-${known}`)) ?? stack;
        return inStack(producer)(templates[producer].Outputs?.[OutputName]?.Value ?? null);
      }
      default:
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, here(part)]));
}

/** A queue that is known by its name is written as others are. */
function withKnownQueues(templates: Record<StackName, Template>, value: string): string {
  // Nearly all text, of which there is much.
  if (!value.includes('sqs')) return value;
  return find({ templates }, 'AWS::SQS::Queue').reduce((text, queue) => {
    const { QueueName: name } = queue.Properties;
    if (typeof name !== 'string') return text;
    return text
      .replaceAll(new RegExp(`arn:[^":]*:sqs:[^":]*:${ACCOUNT}:${name}$`, 'g'), att(queue, 'Arn'))
      .replaceAll(new RegExp(`https://sqs[^"/]*/${ACCOUNT}/${name}(?="|$)`, 'g'), ref(queue));
  }, value);
}

function exported(templates: Record<StackName, Template>, name: string): [StackName, Json] {
  for (const stack of stackNames) {
    for (const { Value, Export } of Object.values(templates[stack].Outputs ?? {})) {
      if (Export?.Name === name) return [stack, Value];
    }
  }
  throw new Error(`No stack exports ${name}.`);
}

/** A resource's properties with everything resolved. */
export function properties(synthesized: Pick<Synthesized, 'templates'>, found: Found): Record<string, Json> {
  return resolve(synthesized, found.stack, found.Properties) as Record<string, Json>;
}

export type Statement = {
  readonly Effect: string;
  readonly Action: string[];
  readonly Resource: string[];
  readonly Condition?: Json;
  readonly Principal?: Json;
};

/** A policy document's statements, with every list as a sorted list. */
export function statements(document: Json | undefined): Statement[] {
  const raw = (document as { Statement: { [key: string]: Json }[] }).Statement;
  return raw.map(({ Sid: _sid, ...statement }) => ({
    ...(statement as unknown as Statement),
    Action: list(statement['Action']),
    Resource: list(statement['Resource']),
  }));
}

function list(value: Json | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(text).toSorted();
}

/** Text as it is, everything else as JSON. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
