/** What the window is like: on a small one (a phone, upright or on its side) the table has one screen and sheets from below. */

import { MediaQuery } from "svelte/reactivity";

export const SMALL = "(max-width: 899px), (max-height: 519px)";
const small = new MediaQuery(SMALL);

export const isSmall = () => small.current;
