// Decimal with 40 digits: sums, differences and percentages of the wire's numbers (18 digits before
// and after the point) are exact.
import { Decimal } from 'decimal.js';

export const ExactDecimal = Decimal.clone({ precision: 40 });
