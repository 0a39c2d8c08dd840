export class GameView {}
