// Decimal with 40 digits, which calculates with the wire's numbers exactly.
// They have 18 digits before and after the point.
import { Decimal } from 'decimal.js';

export const ExactDecimal = Decimal.clone({ precision: 40 });
