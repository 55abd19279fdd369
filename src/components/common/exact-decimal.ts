// Decimals that a sum, a difference or a percentage of the wire's numbers never rounds: those have 18 digits before and
// after the point.
import { Decimal } from 'decimal.js';

export const ExactDecimal = Decimal.clone({ precision: 40 });
