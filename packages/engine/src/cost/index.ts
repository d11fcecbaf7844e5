export { getCostBound, OUTPUT_LIMIT_NOTE, requireCounts, withOutputLimit } from './bound.ts';
export { type Budget, type Charge, CostLimitError, createBudget } from './budget.ts';
export { areRough, computeCost, findRates, type Rates, requireRates } from './rates.ts';
export { addCost, boundText, type Costs, costText, dollars, noCosts, priceText } from './text.ts';
