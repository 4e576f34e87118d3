import type { Json, Template } from './synthesized-templates.ts';

/** What of a stack can conflict with other stacks, by the names that CloudFormation knows. */
export type DeployedStack = {
  /** Stacks that are deployed before it. */
  readonly needs: readonly string[];
  /** Values by the names under which other stacks read them. */
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: readonly string[];
  /** Logical ids by names that must be unique: `AWS::Logs::LogGroup /gatherlens/prod/gateway`. */
  readonly unique: Readonly<Record<string, string>>;
};

export type DeployedStacks = Readonly<Record<string, DeployedStack>>;

/** Which property holds a resource's unique name, in this account and region or in the one gateway. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Route': 'RouteKey',
  'AWS::Budgets::Budget': 'Budget.BudgetName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::KeyGroup': 'KeyGroupConfig.Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::PublicKey': 'PublicKeyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SSM::Parameter': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
};

type Parts = {
  readonly templates: Readonly<Record<string, Template>>;
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly names: Readonly<Record<string, string>>;
};

/** The stacks of a stage as these templates deploy them. */
export function deployedStacks({ templates, needs, names }: Parts): DeployedStacks {
  return Object.fromEntries(
    Object.entries(templates).map(([key, template]) => [
      names[key] ?? key,
      {
        needs: (needs[key] ?? []).map((needed) => names[needed] ?? needed).toSorted(),
        exports: Object.fromEntries(
          Object.values(template.Outputs ?? {}).flatMap(({ Value, Export }) =>
            Export ? [[asText(Export.Name), JSON.stringify(Value)]] : [],
          ),
        ),
        imports: [...new Set(importsIn(template as unknown as Json))].toSorted(),
        unique: uniqueIn(template),
      },
    ]),
  );
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function importsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(importsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'Fn::ImportValue' ? [asText(part)] : importsIn(part),
  );
}

function uniqueIn({ Resources }: Template): Record<string, string> {
  const found = Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    const path = NAMES[Type]?.split('.') ?? [];
    const name = path.reduce<Json | undefined>(
      (at, step) => (at as Record<string, Json> | undefined)?.[step],
      Properties,
    );
    if (path.length === 0 || name === undefined) return [];
    return [[`${Type} ${asText(name)}`, id] as const];
  });
  return Object.fromEntries(found);
}

/**
 * What CloudFormation would refuse while a stage is upgraded from one set of stacks to another, a sentence
 * for each. Stacks that do not wait for each other may be deployed in any order; those that no longer exist
 * stay as they were. Source: AWS CloudFormation User Guide, "Get exported outputs from a deployed
 * CloudFormation stack" (an output that is read can neither be changed nor removed) and "Understand update
 * behaviors of stack resources" (the new one is made first).
 */
export function refusals(before: DeployedStacks, after: DeployedStacks): string[] {
  return Object.entries(after).flatMap(([stack, next]) => {
    const done = allBefore(stack, after);
    return [
      ...lockedExports(stack, { before, after, done }),
      ...next.imports
        .filter((name) => ![...done].some((other) => after[other]?.exports[name] !== undefined))
        .map((name) => `${stack} reads ${name}, which no stack before it exports.`),
      ...takenNames(stack, { before, after, done }),
    ];
  });
}

type Upgrade = {
  readonly before: DeployedStacks;
  readonly after: DeployedStacks;
  /** Stacks that are certain to be up to date already. */
  readonly done: ReadonlySet<string>;
};

function lockedExports(stack: string, { before, after, done }: Upgrade): string[] {
  const kept = after[stack]?.exports ?? {};
  const changed = Object.entries(before[stack]?.exports ?? {}).filter(
    ([name, value]) => kept[name] !== value,
  );
  return changed.flatMap(([name]) =>
    Object.entries(before)
      .filter(([reader, { imports }]) => reader !== stack && imports.includes(name))
      .filter(([reader]) => !done.has(reader) || after[reader]?.imports.includes(name))
      .map(([reader]) => `${stack} cannot change or drop ${name}, which ${reader} still reads.`),
  );
}

function takenNames(stack: string, { before, after, done }: Upgrade): string[] {
  return Object.entries(after[stack]?.unique ?? {}).flatMap(([name, id]) =>
    Object.entries(before)
      .filter(([, { unique }]) => unique[name] !== undefined)
      .filter(([holder, { unique }]) =>
        holder === stack
          ? unique[name] !== id
          : !done.has(holder) || after[holder]?.unique[name] !== undefined,
      )
      .map(([holder]) => `${stack} cannot make ${name}: ${holder} has it until later.`),
  );
}

function allBefore(stack: string, stacks: DeployedStacks): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const needed of stacks[name]?.needs ?? []) {
      if (found.has(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  visit(stack);
  return found;
}
