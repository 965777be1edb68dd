// The ground of each terrain, the same in light and dark.
export const FILL: Record<string, string> = { forest: "#3b8353", pasture: "#9ccc66", fields: "#f1ca55", hills: "#d17645", mountains: "#98a5b2", desert: "#e8d8a8" };
