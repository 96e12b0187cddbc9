"""Finding playing cards in a picture and naming them; knows no poker."""
