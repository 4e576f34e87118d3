import type { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Stage } from '../stages/stages.ts';

/**
 * Notifies when the month's cost of resources with the stage's tag exceeds 80% of the budget, and when it is
 * forecast to exceed all of it.
 */
export function addBudget(stack: Stack, { stage, topic }: { stage: Stage; topic: Topic }): CfnBudget {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
  const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  });
  return new CfnBudget(stack, 'Budget', {
    budget: {
      budgetName: `gatherlens-${stage.name}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: stage.monthlyBudgetUsd, unit: 'USD' },
      // Works only after the tag "stage" is activated as a cost allocation tag of the account.
      costFilters: { TagKeyValue: [`user:stage$${stage.name}`] },
    },
    notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
  });
}
