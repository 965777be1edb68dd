import { mount } from "svelte";
import App from "./App.svelte";
import { beAnApp } from "./app/install.svelte";
import "./app.css";
import { settings, showTheme } from "./lib/settings.svelte";
import { speak } from "./words";

showTheme();
void speak(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));
beAnApp();
