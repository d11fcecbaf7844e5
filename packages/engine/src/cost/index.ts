export { getCostBound, withOutputLimit } from './bound.ts';
export { type Budget, type Charge, CostLimitError, createBudget } from './budget.ts';
export { computeCost, findRates, getCost, isRough, type Rate, type Rates, requireRates } from './rates.ts';
export { addCost, boundText, type Costs, costText, dollars, noCosts, priceText } from './text.ts';
