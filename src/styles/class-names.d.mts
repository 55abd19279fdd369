// Types of the class names.
export function className(name: string, file: string, css: string): string;
