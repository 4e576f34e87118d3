import { describe, expect, it } from 'vitest';
import { deploy, type DeployPorts } from '../../../infra/operate/deploy.ts';
import { destroyArguments } from '../../../infra/operate/destroy.ts';
import { stages } from '../../../infra/stages/stages.ts';

type Done = { commands: string[]; said: string[]; checkedSites: object[] };

/** An account that is ready, and what was done to it. */
function account(but: Partial<DeployPorts> = {}): { ports: DeployPorts; done: Done } {
  const done: Done = { commands: [], said: [], checkedSites: [] };
  const ports: DeployPorts = {
    bootstrapVersion: async () => '27',
    hasMediaKey: () => true,
    canBuildImages: () => true,
    missingSecrets: async () => [],
    run: (program, words) => {
      done.commands.push([program, ...words].join(' '));
      return 0;
    },
    readOutputs: () => ({
      'gatherlens-dev-edge': { SiteUrl: 'https://d1.cloudfront.net', GatewayUrl: 'https://g1.example' },
    }),
    smoke: async (site) => {
      done.checkedSites.push(site);
      return 0;
    },
    say: (line) => done.said.push(line),
    confirm: async () => true,
    ...but,
  };
  return { ports, done };
}

describe('deploying a stage', () => {
  it('makes templates, deploys them, and asks the deployed site', async () => {
    const { ports, done } = account();
    await deploy(stages.dev, { ports, words: ['--require-approval', 'never'] });
    expect(done.commands).toHaveLength(2);
    expect(done.commands[0]).toBe('cdk synth --quiet -c stage=dev');
    expect(done.commands[1]).toMatch(
      /^cdk deploy --all --app cdk\.out --outputs-file \S+ --require-approval never --concurrency 9$/,
    );
    expect(done.checkedSites).toEqual([
      { url: 'https://d1.cloudfront.net', gatewayUrl: 'https://g1.example' },
    ]);
  });

  it('shows what changes in rights and asks once, where nobody has said whether to', async () => {
    const { ports, done } = account();
    await deploy(stages.dev, { ports });
    expect(done.commands[1]).toBe('cdk diff --app cdk.out --security-only');
    expect(done.commands[2]).toMatch(/ --require-approval never --concurrency 9$/);
  });

  it('deploys nothing where the answer is no', async () => {
    const { ports, done } = account({ confirm: async () => false });
    await expect(deploy(stages.dev, { ports })).rejects.toThrow('Nothing was deployed.');
    expect(done.commands.filter((command) => command.startsWith('cdk deploy'))).toEqual([]);
  });

  it('leaves the asking to cdk where it is told to, one stack after the other', async () => {
    const { ports, done } = account();
    await deploy(stages.dev, { ports, words: ['--require-approval', 'broadening'] });
    expect(done.commands[1]).toMatch(/ --require-approval broadening$/);
  });

  it('leaves gradual shifts out where it is asked to', async () => {
    const { ports, done } = account();
    await deploy(stages.dev, { ports, atOnce: true });
    expect(done.commands[0]).toBe('cdk synth --quiet -c stage=dev -c at-once=true');
  });

  it.each<[string, Partial<DeployPorts>, RegExp]>([
    [
      'bootstrap',
      { bootstrapVersion: async () => undefined },
      /npx cdk bootstrap aws:\/\/\{account\}\/us-east-1/,
    ],
    ['Docker', { canBuildImages: () => false }, /^Docker does not answer, and the video worker is an image/],
    ['media key', { hasMediaKey: () => false }, /npm run secrets -- --stage dev/],
    [
      'secret',
      { missingSecrets: async () => ['/gatherlens/dev/stripe-secret-key is missing'] },
      /stripe-secret-key/,
    ],
  ])('says what is missing before anything is touched: %s', async (_, but, sentence) => {
    const { ports, done } = account(but);
    await expect(deploy(stages.dev, { ports })).rejects.toThrow(sentence);
    expect(done.commands).toEqual([]);
  });

  it('looks at both regions where the stage is elsewhere than its certificate', async () => {
    const regions: string[] = [];
    const { ports } = account({
      bootstrapVersion: async (region) => {
        regions.push(region);
        return undefined;
      },
    });
    await expect(deploy({ ...stages.dev, region: 'eu-central-1' }, { ports })).rejects.toThrow(
      /eu-central-1/,
    );
    expect(regions).toEqual(['eu-central-1', 'us-east-1']);
  });

  it('deploys nothing whose templates have findings', async () => {
    const commands: string[] = [];
    const { ports } = account({
      run: (_, words) => {
        commands.push(words[0] ?? '');
        return 1;
      },
    });
    await expect(deploy(stages.dev, { ports })).rejects.toThrow(/Templates failed/);
    expect(commands).toEqual(['synth']);
  });

  it('says where a deployed site is unwell', async () => {
    const { ports } = account({ smoke: async () => 2 });
    await expect(deploy(stages.dev, { ports })).rejects.toThrow(/dev is deployed, but 2 answers are wrong/);
  });
});

describe('taking a stage down', () => {
  it('is one command where the stage keeps nothing', () => {
    expect(destroyArguments('dev')).toEqual(['destroy', '--all', '-c', 'stage=dev']);
  });

  it('is refused where it keeps its data, and where nobody knows it', () => {
    expect(() => destroyArguments('prod')).toThrow(/prod keeps its data/);
    expect(() => destroyArguments('prdo')).toThrow(/"prdo" is no stage/);
  });
});
